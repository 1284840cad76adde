import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { linesOf } from './advisories.mjs'
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

test.each([
  [{ status: 1, stdout: '' }, ['Skipped: the registry does not answer', '0 passed, 0 failed, 1 skipped']],
  [{ status: 0, stdout: 'found 0 vulnerabilities\n' }, ['found 0 vulnerabilities', '1 passed, 0 failed']],
  [
    { status: 0, stdout: '2 moderate severity vulnerabilities\n' },
    ['2 moderate severity vulnerabilities', '1 passed, 0 failed'],
  ],
  [
    { status: 1, stdout: '1 high severity vulnerability\n' },
    ['1 high severity vulnerability', '✗ packages have advisories of high severity', '0 passed, 1 failed'],
  ],
])('what npm audit says is told: %j', (audit, lines) => {
  expect(linesOf(audit)).toEqual(lines)
})
