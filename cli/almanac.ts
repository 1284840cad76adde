#!/usr/bin/env node
/** The program `almanac`. Its output is the answer: the log of what it is made of stays silent. */
process.env.LOG_LEVEL ??= 'silent'
// That a library of ours asks for an old module of Node is nothing that its user can mend.
process.noDeprecation = true

const { main } = await import('./main')

// A program that reads the first lines alone, as head does, has read enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})
process.exitCode = await main(process.argv.slice(2), {
  folder: process.cwd(),
  env: process.env,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
})

export {}
