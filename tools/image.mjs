/**
 * node tools/image.mjs, the part `image` of the tests: builds the Dockerfile, and runs the image as the chart does. What the Dockerfile
 * begins from is made of this machine and the newest Node with long-term support, as no registry of images need be in reach.
 */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { certificates, importImage } from './containers.mjs'
import { closingLine, FAILED, readPlaywrightReport, SKIPPED, settle } from './counts.mjs'
import { lts } from './parts.mjs'
import { npm, root, runProgram } from './root.mjs'

const report = join(root, 'test-results', 'image.json')
const image = 'localhost/almanac-test'
const buildImage = 'localhost/almanac-test-build'
const runImage = 'localhost/almanac-test-run'

/** @returns {string[]} the lines that tell what came of it */
function runTests() {
  const engine = wordsIn('ALMANAC_ENGINE')
  const limits = wordsIn('ALMANAC_LIMITS')
  if (engine.length === 0) throw new Error('ALMANAC_ENGINE is not set: run "npm test -- image".')
  try {
    const hindrance = importImages(engine, limits)
    if (hindrance) return [SKIPPED + hindrance, closingLine([{ passed: 0, failed: 0, skipped: 1 }])]
    build(engine, limits)
    rmSync(report, { force: true })
    const { command, args, options } = npm('run', '--silent', 'e2e', '--', '--config=e2e/image', '--reporter=list,json')
    const { status } = spawnSync(command, args, {
      ...options,
      stdio: 'inherit',
      env: { ...process.env, ALMANAC_IMAGE: image, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    })
    const counts = settle(status === 0, readPlaywrightReport(report))
    return [...(counts.failures ?? []).map((failure) => FAILED + failure), closingLine([counts])]
  } finally {
    run(engine, ['rmi', '--force', image, buildImage, runImage], { quiet: true })
  }
}

/** @param {string} variable */
function wordsIn(variable) {
  return (process.env[variable] ?? '').split(' ').filter(Boolean)
}

/**
 * In place of the two that the Dockerfile names: as far as it uses them they are alike. Tells why this machine runs no images, where
 * it does not: being there is not enough for an engine, as it needs rights that a machine in a container may lack.
 * @param {string[]} engine
 * @param {string[]} limits
 */
function importImages(engine, limits) {
  const node = output(['exec', '--yes', `--package=node@${lts}`, '--', 'node', '-p', 'process.execPath'])
  importImage(engine, buildImage, {
    programs: {
      '/usr/local/bin/node': node,
      '/usr/local/lib/node_modules/npm': join(output(['root', '--global']), 'npm'),
      '/bin/sh': '/bin/sh',
      '/usr/bin/env': '/usr/bin/env',
    },
    links: { '/usr/local/bin/npm': '../lib/node_modules/npm/bin/npm-cli.js' },
    settings: [`ENV NODE_EXTRA_CA_CERTS=${certificates}`, 'ENV PATH=/usr/local/bin:/usr/bin:/bin'],
  })
  importImage(engine, runImage, {
    programs: { '/nodejs/bin/node': node },
    settings: ['ENTRYPOINT ["/nodejs/bin/node"]', 'USER 65532'],
  })
  const [program = '', ...options] = engine
  const trial = spawnSync(program, [...options, 'run', '--rm', '--network=host', ...limits, runImage, '--version'], {
    encoding: 'utf8',
  })
  return trial.status === 0 ? null : `${program} runs no image here: ${trial.stderr.trim()}`
}

/**
 * @param {string[]} engine
 * @param {string[]} limits
 */
function build(engine, limits) {
  const bases = [`BUILD_IMAGE=${buildImage}`, `RUN_IMAGE=${runImage}`].flatMap((base) => ['--build-arg', base])
  // No step need be kept for another time.
  const faster = engine[0] === 'podman' ? ['--layers=false'] : []
  run(engine, ['build', '--network=host', ...limits, ...bases, ...faster, '--tag', image, root])
}

/**
 * What npm prints.
 * @param {string[]} words
 */
function output(words) {
  const { command, args, options } = npm(...words)
  return spawnSync(command, args, { ...options, encoding: 'utf8' }).stdout.trim()
}

/**
 * @param {string[]} engine
 * @param {string[]} args
 * @param {{ quiet?: boolean }} [how]
 */
function run([program = '', ...options], args, { quiet = false } = {}) {
  const { status } = spawnSync(program, [...options, ...args], { stdio: quiet ? 'ignore' : 'inherit' })
  if (status !== 0 && !quiet) throw new Error(`${program} ${args[0]} failed, see above.`)
}

await runProgram(() => {
  const lines = runTests()
  for (const line of lines) console.log(line)
  process.exitCode = lines.some((line) => line.startsWith(FAILED)) ? 1 : 0
})
