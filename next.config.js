/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // The Kubernetes client brings Node-only packages that need not be bundled.
  serverExternalPackages: ['@kubernetes/client-node'],
}

export default config
