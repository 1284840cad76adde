import { chooseBasePath } from './tools/base-path.mjs'

const basePath = chooseBasePath(process.env.BASE_PATH)

/** @type {import('next').NextConfig} */
const config = {
  // Beside the build stands what it needs to run, apart from its static files: tools/standalone.mjs makes a folder of it.
  output: 'standalone',
  // No page resizes images, and what does that is the largest package of all.
  images: { unoptimized: true },
  outputFileTracingExcludes: { '*': ['node_modules/@img/**', 'node_modules/sharp/**'] },
  // The embedded database finds the program of its platform by a name that it makes.
  outputFileTracingIncludes: { '*': ['node_modules/@libsql/**'] },
  basePath,
  // For addresses that are put together by hand: lib/contract/base-path.ts.
  env: { BASE_PATH: basePath },
  poweredByHeader: false,
  reactStrictMode: true,
  // Addresses that are gone lead to where what they told is told.
  redirects: async () => [{ source: '/film', destination: '/', permanent: true }],
  // Who builds to look at a garden need not wait for that: npm run check and npm test look at the types.
  typescript: { ignoreBuildErrors: true },
  // One copy for the whole process: what one copy has read is text to another, which would read it again for each comparison.
  serverExternalPackages: ['semver'],
}

export default config
