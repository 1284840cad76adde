/** How long an answer waits for something before it goes on without, in milliseconds. */
const patience = 3000

/** Resolves with a promise, or after so many milliseconds; whether it was the promise. Rejects as that does. */
export function doneWithin(done: Promise<unknown>, most = patience): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, most, false)
  })
  return Promise.race([done.then(() => true), late]).finally(() => clearTimeout(timer))
}
