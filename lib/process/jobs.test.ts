import { expect, it, vi } from 'vitest'
import { type JobFate, Jobs } from './jobs'
import { forEverybody, onBehalf, thisBehalf } from './on-behalf'

/** Work in so many steps, that says how many of them it did. */
function slow(steps = 5) {
  const work = {
    done: 0,
    begun: 0,
    compute: async () => {
      work.begun++
      for (let step = 0; step < steps; step++) {
        work.done++
        await new Promise(setImmediate)
        thisBehalf()?.signal?.throwIfAborted()
      }
      return `answer ${work.begun}`
    },
  }
  return work
}

/** A client that asks, and may leave. */
function reader(jobs: Jobs, key: string, compute: () => Promise<unknown>) {
  const leaving = new AbortController()
  const answer = onBehalf({ signal: leaving.signal }, () => jobs.ask(key, compute))
  answer.catch(() => {})
  return { answer, leave: () => leaving.abort() }
}

const aWhile = () => new Promise(setImmediate)

it('computes once what is asked for at the same time, and anew what is asked for later', async () => {
  const jobs = new Jobs()
  const { compute } = slow()
  expect(await Promise.all([jobs.ask('a', compute), jobs.ask('a', compute)])).toEqual(['answer 1', 'answer 1'])
  expect(await jobs.ask('a', compute)).toBe('answer 2')
})

it('keeps apart what has another key', async () => {
  const jobs = new Jobs()
  const { compute } = slow()
  await Promise.all([jobs.ask('a', compute), jobs.ask('b', compute)])
  expect(await jobs.ask('c', compute)).toBe('answer 3')
})

it('tells all the same error, and tries again for who asks later', async () => {
  const jobs = new Jobs()
  const compute = vi.fn(async () => {
    await aWhile()
    throw new Error('broken')
  })
  const both = await Promise.allSettled([jobs.ask('a', compute), jobs.ask('a', compute)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(compute).toHaveBeenCalledTimes(1)
  await expect(jobs.ask('a', compute)).rejects.toThrow('broken')
  expect(compute).toHaveBeenCalledTimes(2)
})

it('ends at its next turn when all have left, and not before', async () => {
  const jobs = new Jobs()
  const work = slow(1000)
  const [a, b] = [reader(jobs, 'a', work.compute), reader(jobs, 'a', work.compute)]
  await aWhile()
  a.leave()
  await expect(a.answer).rejects.toThrow('aborted')
  const before = work.done
  await aWhile()
  await aWhile()
  expect(work.done).toBeGreaterThan(before)
  b.leave()
  await expect(b.answer).rejects.toThrow('aborted')
  const last = work.done
  for (let i = 0; i < 10; i++) await aWhile()
  expect(work.done).toBe(last)
  expect(last).toBeLessThan(1000)
})

it('goes on for who stays, also when whoever asked first has left', async () => {
  const jobs = new Jobs()
  const work = slow()
  const [a, b] = [reader(jobs, 'a', work.compute), reader(jobs, 'a', work.compute)]
  a.leave()
  expect(await b.answer).toBe('answer 1')
  expect(work.done).toBe(5)
})

it('begins anew for who asks for what is just ending', async () => {
  const jobs = new Jobs()
  const work = slow()
  const first = reader(jobs, 'a', work.compute)
  await aWhile()
  first.leave()
  await expect(first.answer).rejects.toThrow('aborted')
  expect(await jobs.ask('a', work.compute)).toBe('answer 2')
})

it('asks nothing for who has left already', async () => {
  const work = slow()
  const signal = AbortSignal.abort()
  await expect(onBehalf({ signal }, () => new Jobs().ask('a', work.compute))).rejects.toThrow('aborted')
  expect(work.begun).toBe(0)
})

it('ends what one job asked of another, where nobody else waits for that', async () => {
  const [answers, parts] = [new Jobs(), new Jobs()]
  const own = slow(1000)
  const shared = slow(20)
  const a = reader(answers, 'a', async () => [await parts.ask('shared', shared.compute), await own.compute()])
  const b = reader(answers, 'b', () => parts.ask('shared', shared.compute))
  await aWhile()
  a.leave()
  expect(await b.answer).toBe('answer 1')
  expect(own.begun).toBe(0)
})

it('computes to its end what is kept for everybody', async () => {
  const work = slow()
  let kept: Promise<string> | undefined
  const a = reader(new Jobs(), 'a', () => {
    kept = forEverybody(work.compute)
    return kept
  })
  await aWhile()
  a.leave()
  expect(await kept).toBe('answer 1')
})

/** Work that ends when it is told to, and says in which order it began. */
function manual() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const compute = (key: string) => () =>
    new Promise<string>((resolve) => {
      begun.push(key)
      ends.set(key, () => resolve(key))
    })
  const end = async (key: string) => {
    ends.get(key)?.()
    await aWhile()
    await aWhile()
  }
  const ask = (jobs: Jobs, identity: string, key: string, signal?: AbortSignal) => {
    const answer = onBehalf({ identity, ...(signal && { signal }) }, () => jobs.ask(key, compute(key)))
    answer.catch(() => {})
    return answer
  }
  return { begun, ask, end }
}

const limits = { all: 3, ofOne: 2, waiting: 2 }

it('computes so many for one identity at once, and refuses what is more than may wait', async () => {
  const jobs = new Jobs(limits)
  const { begun, ask, end } = manual()
  const answers = ['1', '2', '3', '4'].map((key) => ask(jobs, 'a', key))
  await expect(ask(jobs, 'a', '5')).rejects.toMatchObject({ code: 'too-many', message: expect.stringMatching(/^2 /) })
  expect(begun).toEqual(['1', '2'])
  expect(jobs.state()).toEqual({ running: 2, waiting: 2 })
  for (const key of ['1', '2', '3', '4']) await end(key)
  expect(await Promise.all(answers)).toEqual(['1', '2', '3', '4'])
  expect(jobs.state()).toEqual({ running: 0, waiting: 0 })
})

it('asks for the same as often as anybody likes', async () => {
  const jobs = new Jobs(limits)
  const { begun, ask, end } = manual()
  const answers = [...'1234'.repeat(20)].map((key) => ask(jobs, 'a', key))
  for (const key of '1234') await end(key)
  expect((await Promise.all(answers)).length).toBe(80)
  expect(begun).toEqual(['1', '2', '3', '4'])
})

it('goes round between identities: who asks for much holds up nobody', async () => {
  const jobs = new Jobs(limits)
  const { begun, ask, end } = manual()
  for (const key of ['a1', 'a2', 'a3', 'a4']) ask(jobs, 'a', key)
  for (const key of ['b1', 'b2', 'b3']) ask(jobs, 'b', key)
  ask(jobs, 'c', 'c1')
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  for (const key of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) await end(key)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4', 'b3'])
})

it('computes at the first turn of all who wait for it, and refuses nobody what is there', async () => {
  const jobs = new Jobs({ ...limits, all: 2, ofOne: 1 })
  const { begun, ask, end } = manual()
  for (const key of ['a1', 'a2', 'same']) ask(jobs, 'a', key)
  ask(jobs, 'b', 'b1')
  const same = ask(jobs, 'b', 'same')
  await expect(ask(jobs, 'a', 'a3')).rejects.toMatchObject({ code: 'too-many' })
  await end('b1')
  expect(begun).toEqual(['a1', 'b1', 'same'])
  ask(jobs, 'a', 'a3')
  await end('same')
  expect(await same).toBe('same')
})

it('begins nothing for who left while they waited', async () => {
  const jobs = new Jobs(limits)
  const { begun, ask, end } = manual()
  const leaving = new AbortController()
  for (const key of ['1', '2']) ask(jobs, 'a', key)
  const answer = ask(jobs, 'a', '3', leaving.signal)
  ask(jobs, 'a', '4')
  leaving.abort()
  await expect(answer).rejects.toThrow('aborted')
  await end('1')
  expect(begun).toEqual(['1', '2', '4'])
})

it('asks on one’s own account for what was too much for somebody else', async () => {
  const answers = new Jobs(limits)
  const parts = new Jobs({ all: 9, ofOne: 1, waiting: 0 })
  const { ask, end } = manual()
  ask(parts, 'a', 'busy')
  const both = ['a', 'b'].map((identity) =>
    onBehalf({ identity }, () => answers.ask('same', () => parts.ask('part', async () => 'told'))),
  )
  expect(await Promise.allSettled(both)).toMatchObject([
    { status: 'rejected', reason: { code: 'too-many' } },
    { status: 'fulfilled', value: 'told' },
  ])
  await end('busy')
})

it('tells what became of each question', async () => {
  const fates: JobFate[] = []
  const jobs = new Jobs({ all: 1, ofOne: 1, waiting: 0 }, (fate) => fates.push(fate))
  const { ask } = manual()
  const leaving = new AbortController()
  const answer = ask(jobs, 'a', '1', leaving.signal)
  void ask(jobs, 'a', '1', leaving.signal)
  await expect(ask(jobs, 'a', '2')).rejects.toMatchObject({ code: 'too-many' })
  leaving.abort()
  await expect(answer).rejects.toThrow('aborted')
  await aWhile()
  expect(fates).toEqual(['begun', 'shared', 'refused', 'left'])
})
