/** One figure of a bench. */
export interface Figure {
  readonly what: string
  readonly value: number
  readonly unit: 'ms' | 'µs' | 'MB' | '×' | ''
  /** What the value should stay below; absent: for information. */
  readonly below?: number
}

/** How long work takes, in milliseconds on the clock. */
export async function time(work: () => unknown): Promise<number> {
  const begin = performance.now()
  kept.result = await work()
  return performance.now() - begin
}

/** What the work gave, so that no compiler leaves the work out. */
const kept: { result?: unknown } = {}

/** The same again and again: the middle of all runs, and the best, as others may use the machine at the same time. */
export async function times(
  rounds: number,
  work: (round: number) => unknown,
): Promise<{ median: number; best: number }> {
  const runs: number[] = []
  for (let round = 0; round < rounds; round++) runs.push(await time(() => work(round)))
  runs.sort((a, b) => a - b)
  return { median: runs[rounds >> 1] ?? Number.NaN, best: runs[0] ?? Number.NaN }
}
