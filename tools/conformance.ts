import { checkDirectory } from './conformance/check'

const directory = process.argv[2]
if (directory === undefined) {
  console.error('usage: npm run conformance -- DIRECTORY (with *.jsonl and profiles/*.json)')
  process.exit(1)
}
try {
  process.exitCode = checkDirectory(directory, (line) => console.log(line)) ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.log('0 passed, 0 failed')
  process.exitCode = 1
}
