/**
 * npm run licences: writes docs/dependencies.md from package-lock.json, says which licences are not allowed, and asks the registry
 * for known advisories. One of high severity, or a licence that is not allowed, is an error.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { askForAdvisories, wordsOf } from './advisories.mjs'
import { dependenciesPage, packagesOf, readLock, unlicensed } from './licences.mjs'
import { root } from './root.mjs'

const packages = packagesOf(readLock())
const page = join(root, 'docs', 'dependencies.md')
writeFileSync(page, dependenciesPage(packages, readFileSync(page, 'utf8')))
const wrong = unlicensed(packages).map(({ name, version, licence }) => `${name} ${version}: ${licence} is not allowed.`)
const asked = askForAdvisories()
console.log([`docs/dependencies.md lists ${packages.length} packages.`, ...wrong, wordsOf(asked)].join('\n'))
process.exitCode = wrong.length > 0 || asked.kind === 'found' ? 1 : 0
