/** Who made a change, as far as that is known: a person, else the program that wrote it. */
export function whoOf(change: {
  readonly who: string | null
  readonly manager: string | null
  readonly after: string | null
}): string {
  const { who, manager, after } = change
  if (who !== null) return who
  return after === null && manager !== null ? manager : NOT_RECORDED
}

export const NOT_RECORDED = 'not recorded'
