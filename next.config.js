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
  redirects: async () => moved(),
  // Who builds to look at a garden need not wait for that: npm run check and npm test look at the types.
  typescript: { ignoreBuildErrors: true },
  // One copy for the whole process: what one copy has read is text to another, which would read it again for each comparison.
  serverExternalPackages: ['semver'],
}

/** Where pages of earlier releases are now; the search of an address is kept. */
function moved() {
  const pages = [
    ['/film', '/'],
    ['/tonight', '/shoots?view=tonight'],
    ['/wall', '/projects'],
    ['/workbench/journal', '/workbench?view=journal'],
    ['/workbench/scenarios', '/workbench?view=guides'],
    ['/evidence/:ref*', '/versions/:ref*?evidence=all#evidence'],
    ['/new-cluster/:ref*', '/cloudprofiles/:ref*?view=new-cluster'],
    ['/shoots/:namespace/:name/in-place', '/shoots/:namespace/:name/maintenance'],
  ]
  const profile = '[\\w.-]+(?:/[\\w.-]+)?'
  const a = { type: 'query', key: 'a', value: `(?<a>${profile})` }
  const b = { type: 'query', key: 'b', value: `(?<b>${profile})` }
  const compared = [
    { has: [a, b], destination: '/cloudprofiles/:a?view=compare&with=:b' },
    { has: [a], destination: '/cloudprofiles/:a?view=compare' },
    { destination: '/cloudprofiles?for=compare' },
  ]
  return [
    ...pages.map(([source, destination]) => ({ source, destination, permanent: true })),
    ...compared.map((one) => ({ source: '/compare', permanent: true, ...one })),
  ]
}

export default config
