import { join } from 'node:path'
import { build } from 'esbuild'
import { root } from './root.mjs'

/**
 * The program `almanac` with all that it needs, as one module: it starts where no package is installed.
 * @returns {Promise<string>}
 */
export async function bundleCli() {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [join(root, 'cli', 'almanac.ts')],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    charset: 'utf8',
    // As the server is: what is its own may be imported.
    conditions: ['react-server'],
    // Packages in the older form ask for Node's modules by this name.
    banner: { js: "import { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)" },
    // Names stay, for who reads where something failed.
    minifySyntax: true,
    minifyWhitespace: true,
    logLevel: 'warning',
  })
  return outputFiles[0]?.text ?? ''
}
