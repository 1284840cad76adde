import type { ImageVersion, Manifest, Version } from '../api-objects'
import type { Calendar } from '../calendar'
import { classified, cloudProfile, image, machines, regions } from './parts'

/**
 * openstack: 1.31 and 1.32 end at the same moment, so that clusters on 1.31 are forced over two minors on consecutive days.
 * 1.33.9 ended this morning. ubuntu reaches its end of life in twelve days. Machines are described by capabilities.
 */
export function openstackProfile(at: Calendar): Manifest {
  return cloudProfile(at, 'openstack', {
    kubernetes: {
      versions: [
        classified(at, '1.35.4', 'supported'),
        classified(at, '1.34.7', 'supported', 260),
        classified(at, '1.34.4', 'deprecated', 29),
        classified(at, '1.33.11', 'supported', 140),
        classified(at, '1.33.9', 'deprecated', 0, '06:00:00'),
        classified(at, '1.32.13', 'deprecated', 9),
        classified(at, '1.31.14', 'deprecated', 9),
        classified(at, '1.30.14', 'deprecated', -120),
      ],
    },
    machineCapabilities: [
      { name: 'architecture', values: ['amd64', 'arm64'] },
      { name: 'hypervisor', values: ['kvm', 'vmware'] },
    ],
    machineImages: [
      {
        name: 'gardenlinux',
        updateStrategy: 'major',
        versions: [
          flavored(classified(at, '1877.9.0', 'supported'), ['amd64', 'arm64'], 'kvm'),
          flavored(classified(at, '1877.4.0', 'deprecated', 57), ['amd64', 'arm64'], 'kvm'),
          flavored(classified(at, '1592.18.0', 'deprecated', 18), ['amd64'], 'kvm', 'vmware'),
        ],
      },
      {
        name: 'flatcar',
        updateStrategy: 'minor',
        versions: [
          flavored(classified(at, '4459.2.1', 'supported'), ['amd64'], 'kvm', 'vmware'),
          flavored(classified(at, '4230.2.4', 'deprecated', 6), ['amd64'], 'kvm', 'vmware'),
        ],
      },
      {
        name: 'ubuntu',
        updateStrategy: 'major',
        versions: [
          flavored(classified(at, '22.4.20260801', 'deprecated', 12), ['amd64'], 'kvm'),
          flavored(classified(at, '22.4.20260320', 'deprecated', -30), ['amd64'], 'kvm'),
        ],
      },
    ],
    machineTypes: [
      ...capable('kvm', 'amd64', [
        ['g_c2_m8', '2', '8Gi'],
        ['g_c4_m16', '4', '16Gi'],
        ['g_c8_m32', '8', '32Gi'],
      ]),
      ...capable('vmware', 'amd64', [['v_c8_m32', '8', '32Gi']]),
      ...capable('kvm', 'arm64', [['a_c4_m16', '4', '16Gi']]),
    ],
    regions: regions({ 'eu-de-1': ['a', 'b', 'd'], 'eu-nl-1': ['a', 'b', 'd'], 'ap-jp-1': ['a', 'b'] }),
    volumeTypes: [{ name: 'default', class: 'standard', usable: true }],
  })
}

/** One flavor per architecture and hypervisor. */
function flavored(version: Version, architectures: readonly string[], ...hypervisors: string[]): ImageVersion {
  const capabilityFlavors = architectures.flatMap((architecture) =>
    hypervisors.map((hypervisor) => ({ architecture: [architecture], hypervisor: [hypervisor] })),
  )
  return image(version, { architectures, capabilityFlavors })
}

function capable(hypervisor: string, architecture: 'amd64' | 'arm64', list: Parameters<typeof machines>[1]) {
  return machines(architecture, list).map((type) => ({
    ...type,
    capabilities: { architecture: [architecture], hypervisor: [hypervisor] },
  }))
}
