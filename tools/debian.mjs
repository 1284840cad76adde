import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/**
 * Installs packages where that can be done without asking: on Debian as root. Elsewhere, or where it fails, nothing is said: callers
 * look whether they are there.
 * @param {readonly string[]} packages
 */
export function installPackages(packages) {
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return
  console.log(`Installing ${packages.join(' and ')} for the tests …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    if (spawnSync('apt-get', args, { stdio: 'inherit', env }).status !== 0) return
  }
}
