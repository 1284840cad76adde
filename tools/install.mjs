import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm, root } from './root.mjs'

/**
 * Makes node_modules what package-lock.json says, and does nothing when it already is.
 * npm writes node_modules/.package-lock.json as the last step of an install: it is the truth about what is there,
 * also after an install by hand, one that was killed, or one without development dependencies.
 * @throws when npm fails
 */
export function ensureInstalled() {
  if (matches(read('package-lock.json'), read('node_modules/.package-lock.json'), process)) return
  console.log('Installing what package-lock.json lists …')
  // Development dependencies build and test the program, so they come along under NODE_ENV=production too.
  const { command, args, options } = npm('ci', '--include=dev', '--no-audit', '--no-fund')
  const { status } = spawnSync(command, args, { ...options, stdio: 'inherit' })
  if (status !== 0) throw new Error('npm ci failed, see above. Almanac needs the npm registry to install once.')
}

/**
 * @typedef {{ version?: string, resolved?: string, link?: boolean, optional?: boolean, os?: string[], cpu?: string[] }} Package
 * @typedef {{ packages?: Record<string, Package> }} Lock
 */

/**
 * Whether the installed packages are the locked ones. Optional packages may be missing, as npm leaves out those of other
 * platforms; one that is there but made for another platform (a folder shared between machines) does not count.
 * @param {Lock | undefined} locked package-lock.json
 * @param {Lock | undefined} installed node_modules/.package-lock.json, absent when nothing or only half was installed
 * @param {{ platform: string, arch: string }} machine
 */
export function matches(locked, installed, machine) {
  if (!locked?.packages || !installed?.packages) return false
  const there = installed.packages
  const wanted = Object.entries(locked.packages).filter(([path]) => path !== '')
  return (
    wanted.every(([path, { version, optional }]) =>
      there[path] ? there[path].version === version : optional === true,
    ) &&
    Object.entries(there).every(([path, { os, cpu }]) => {
      return locked.packages?.[path] && allows(os, machine.platform) && allows(cpu, machine.arch)
    })
  )
}

/**
 * npm's own reading of the fields `os` and `cpu`: a list of names, or of names with `!` that are excluded.
 * @param {string[] | undefined} list
 * @param {string} name
 */
function allows(list, name) {
  if (!list) return true
  return !list.includes(`!${name}`) && (list.includes(name) || list.every((entry) => entry.startsWith('!')))
}

/**
 * @param {string} file
 * @returns {Lock | undefined}
 */
function read(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8'))
  } catch {
    return undefined
  }
}
