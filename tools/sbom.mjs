/**
 * node tools/sbom.mjs FOLDER [IMAGE]: writes FOLDER/sbom.cdx.json, which lists what an image is made of (CycloneDX): the packages of
 * the server and of its pages, and Node. FOLDER is what tools/standalone.mjs made, IMAGE the root of the image that will run it;
 * without one the Node of this process is listed. The same input gives the same bytes.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { npm, runProgram } from './root.mjs'

/**
 * @typedef {{ 'bom-ref': string, type: string, name: string, version?: string, scope?: string, purl?: string }} Component
 * @typedef {{ metadata: { timestamp?: string, component: Component }, serialNumber?: string, components: Component[], dependencies: { ref: string, dependsOn: string[] }[] }} Bom
 */

await runProgram(() => {
  const [, , folder, image] = process.argv
  if (!folder) throw new Error('Say where to: node tools/sbom.mjs FOLDER [IMAGE]')
  const base = process.env.INIT_CWD ?? '.'
  write(resolve(base, folder), image === undefined ? process.version : nodeOf(resolve(base, image)))
})

/**
 * @param {string} folder
 * @param {string} node its version, `v26.1.0`
 */
function write(folder, node) {
  const bom = listed()
  // Of what is for some machines only, and of what pages do not need, an image has what it has.
  const isLeftOut = (/** @type {Component} */ { scope, name }) =>
    scope === 'optional' && !existsSync(join(folder, 'node_modules', name))
  const gone = new Set(bom.components.filter(isLeftOut).map((one) => one['bom-ref']))
  const { timestamp: _, ...metadata } = bom.metadata
  const { serialNumber: __, ...rest } = bom
  const version = node.replace(/^v/, '')
  const runtime = {
    'bom-ref': `node@${version}`,
    type: 'platform',
    name: 'node',
    version,
    purl: `pkg:generic/node@${version}`,
  }
  const told = {
    ...rest,
    // npm takes the name of the folder.
    metadata: { ...metadata, component: { ...metadata.component, type: 'application', name: 'almanac' } },
    components: [runtime, ...bom.components.filter((one) => !gone.has(one['bom-ref']))],
    dependencies: bom.dependencies
      .filter(({ ref }) => !gone.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => !gone.has(one)) })),
  }
  writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(told, null, 1)}\n`)
}

/**
 * What package-lock.json lists besides what is for development.
 * @returns {Bom}
 */
function listed() {
  const { command, args, options } = npm('sbom', '--omit=dev', '--sbom-format=cyclonedx', '--package-lock-only')
  const { status, stdout, stderr } = spawnSync(command, args, {
    ...options,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`)
  return JSON.parse(stdout)
}

/**
 * The version of Node in the file system of an image. Where its libraries are not those of this one, it is asked among its own.
 * @param {string} image
 */
function nodeOf(image) {
  const paths = ['/nodejs/bin/node', '/usr/local/bin/node', '/usr/bin/node']
  for (const path of paths.filter((one) => existsSync(join(image, one)))) {
    for (const [command = '', ...args] of [[join(image, path)], ['chroot', image, path]]) {
      const { stdout } = spawnSync(command, [...args, '--version'], { encoding: 'utf8' })
      if (/^v\d+\.\d+\.\d+/.test(stdout ?? '')) return stdout.trim()
    }
  }
  throw new Error(`There is no Node that runs in ${paths.join(', ')} of the image.`)
}
