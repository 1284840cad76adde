/** Next calls this once per process, before the first request: reading the garden need not wait for a visitor. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const [{ theFreezes }, { theGarden }, { theJournal }, { policyFile }] = await Promise.all([
    import('./lib/server/freezes'),
    import('./lib/server/garden'),
    import('./lib/server/journal'),
    import('./lib/server/policy/file'),
  ])
  try {
    for (const { source, reason } of theFreezes().problems) console.error(`${source}: ${reason}.`)
    policyFile()
    // What an earlier Almanac remembered is taken over, and the log says where a database does not answer.
    if (theJournal().kept !== 'process') void theJournal().read()
    theGarden()
  } catch (error) {
    // Pages show what is wrong with the setting; the log says it to whoever starts us.
    console.error(error instanceof Error ? error.message : error)
  }
}
