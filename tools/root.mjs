import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of package.json, wherever a script was started from. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * A program of node_modules, to be run by this Node without npx.
 * @param {string} path below node_modules
 */
export const bin = (path) => join(root, 'node_modules', path)

export const next = bin('next/dist/bin/next')
