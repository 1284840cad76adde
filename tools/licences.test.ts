import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { linesOf, readAudit } from './advisories.mjs'
import { dependenciesPage, packagesOf, readLock, unlicensed } from './licences.mjs'
import { root } from './root.mjs'

const packages = packagesOf(readLock())

test('docs/dependencies.md lists every package of the lockfile, with its licence', () => {
  const page = readFileSync(join(root, 'docs/dependencies.md'), 'utf8')
  expect(page, 'npm run licences writes it anew').toBe(dependenciesPage(packages, page))
  for (const name of ['next', 'react', 'vitest']) expect(page).toMatch(new RegExp(`[|,] ${name}(?:,| \\|)`))
})

test('every licence is allowed for what its package is used for', () => {
  expect(unlicensed(packages)).toEqual([])
})

test.each([
  ['MIT', {}, true],
  ['MIT AND ISC', {}, true],
  ['MIT AND GPL-3.0-only', {}, false],
  ['GPL-3.0-only OR MIT', {}, true],
  ['MPL-2.0', {}, false],
  ['MPL-2.0', { dev: true }, true],
  ['LGPL-3.0-or-later', {}, false],
  ['LGPL-3.0-or-later', { optional: true }, false],
  ['SEE LICENSE IN LICENSE', { dev: true }, false],
  [undefined, { dev: true }, false],
])('%s of %j is allowed: %s', (license, how, isAllowed) => {
  const lock = { packages: { 'node_modules/a': { version: '1.0.0', ...(license && { license }), ...how } } }
  expect(unlicensed(packagesOf(lock)).length === 0).toBe(isAllowed)
})

test('what only changes pictures may be under the LGPL', () => {
  const lock = {
    packages: { 'node_modules/@img/a': { version: '1.0.0', license: 'Apache-2.0 AND LGPL-3.0-or-later' } },
  }
  expect(unlicensed(packagesOf(lock))).toEqual([])
})

test('a package that is there twice is used for what is stricter', () => {
  const one = { version: '1.0.0', license: 'MPL-2.0' }
  const lock = { packages: { '': {}, 'node_modules/a': { ...one, dev: true }, 'node_modules/b/node_modules/a': one } }
  expect(packagesOf(lock)).toEqual([{ name: 'a', version: '1.0.0', licence: 'MPL-2.0', use: 'server' }])
})

const counted = { info: 0, low: 1, moderate: 2, high: 0, critical: 0 }

test.each([
  ['', 'Skipped: the registry does not answer (npm gave no answer)\n0 passed, 0 failed, 1 skipped'],
  [
    JSON.stringify({ message: '405 Method Not Allowed - POST https://example.org/bulk', statusCode: 405 }),
    'Skipped: the registry does not answer (405 Method Not Allowed)\n0 passed, 0 failed, 1 skipped',
  ],
  [
    JSON.stringify({ metadata: { vulnerabilities: counted } }),
    'No advisory of high severity is known, 3 of lower.\n1 passed, 0 failed',
  ],
  [
    JSON.stringify({
      metadata: { vulnerabilities: { ...counted, high: 1 } },
      vulnerabilities: { a: { severity: 'high', range: '<2' }, b: { severity: 'low', range: '*' } },
    }),
    'npm audit says what to do.\n✗ a <2: high\n0 passed, 1 failed',
  ],
])('what npm audit says is told: %s', (text, words) => {
  expect(linesOf(readAudit(text)).join('\n')).toBe(words)
})
