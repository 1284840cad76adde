export const PROFILE = `apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: { name: local }
spec:
  kubernetes:
    versions: [{ version: 1.34.1 }]
  machineImages: []
  machineTypes: []
`

export function shoot(name: string, begin = '220000+0100'): string {
  return `apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata: { name: ${name}, namespace: garden-dev }
spec:
  cloudProfile: { kind: CloudProfile, name: local }
  kubernetes: { version: 1.34.1 }
  maintenance:
    timeWindow: { begin: ${begin}, end: 230000+0100 }
  provider: { type: local, workers: [] }
`
}
