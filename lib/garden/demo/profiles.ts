import {
  classified,
  cloudProfile,
  type DemoManifest,
  type DemoVersion,
  image,
  inPlaceFrom,
  machines,
  regions,
  staged,
} from './api-objects'
import type { DemoCalendar } from './calendar'

/**
 * aws: the whole minor 1.32 ends in three weeks, with many clusters on it. Today 1.34.7 and gardenlinux 1877.9.0 were
 * promoted, so all clusters on auto-update move tonight. The last gardenlinux of 1592 runs no kubelet from 1.33 on.
 */
export function awsProfile(at: DemoCalendar): DemoManifest {
  return cloudProfile(at, 'aws', {
    kubernetes: {
      versions: [
        classified(at, '1.36.2', 'preview'),
        classified(at, '1.35.4', 'supported'),
        classified(at, '1.35.3', 'deprecated', 75),
        classified(at, '1.34.7', 'supported', 290),
        classified(at, '1.34.6', 'deprecated', 60),
        classified(at, '1.33.11', 'supported', 168),
        classified(at, '1.33.9', 'deprecated', 24),
        classified(at, '1.32.13', 'deprecated', 21),
        classified(at, '1.32.11', 'deprecated', 6),
        classified(at, '1.31.14', 'deprecated', -21),
        classified(at, '1.31.12', 'deprecated', -67),
      ],
    },
    machineImages: [
      {
        name: 'gardenlinux',
        updateStrategy: 'minor',
        versions: [
          image(classified(at, '2150.1.0', 'preview'), {
            gvisor: true,
            kubeletVersionConstraint: '>= 1.33',
            ...inPlaceFrom('1877.4.0'),
          }),
          image(classified(at, '1877.9.0', 'supported'), { gvisor: true, ...inPlaceFrom('1877.3.0') }),
          image(classified(at, '1877.4.0', 'deprecated', 71), { gvisor: true, ...inPlaceFrom('1592.15.0') }),
          image(classified(at, '1592.18.0', 'deprecated', 120), { kubeletVersionConstraint: '< 1.33' }),
          image(classified(at, '1592.9.0', 'deprecated', 13), { kubeletVersionConstraint: '< 1.33' }),
          image(classified(at, '1312.7.0', 'deprecated', -40), {
            kubeletVersionConstraint: '< 1.32',
            architectures: ['amd64'],
          }),
        ],
      },
      {
        name: 'suse-chost',
        updateStrategy: 'patch',
        versions: [
          image(classified(at, '15.7.20260915', 'supported')),
          image(classified(at, '15.6.20260801', 'deprecated', 50), { architectures: ['amd64'] }),
          image(classified(at, '15.6.20260401', 'deprecated', 5), { architectures: ['amd64'] }),
          image(classified(at, '15.5.20250901', 'deprecated', -102), { architectures: ['amd64'] }),
        ],
      },
      {
        name: 'flatcar',
        updateStrategy: 'major',
        versions: [
          image(classified(at, '4459.2.1', 'supported')),
          image(classified(at, '4230.2.4', 'deprecated', 6)),
          image(classified(at, '4152.2.3', 'deprecated', -75), { architectures: ['amd64'] }),
        ],
      },
      {
        name: 'ubuntu',
        updateStrategy: 'major',
        versions: [
          image(classified(at, '24.4.20261012', 'supported')),
          image(classified(at, '24.4.20260714', 'deprecated', 27)),
          image(classified(at, '22.4.20260801', 'deprecated', 40), { architectures: ['amd64'] }),
        ],
      },
    ],
    machineTypes: [
      ...machines('amd64', [
        ['m5.large', '2', '8Gi'],
        ['m5.xlarge', '4', '16Gi'],
        ['m5.2xlarge', '8', '32Gi'],
        ['c6i.4xlarge', '16', '32Gi'],
        ['r6i.2xlarge', '8', '64Gi'],
        ['p3.2xlarge', '8', '61Gi', '1'],
      ]),
      ...machines('arm64', [
        ['m7g.large', '2', '8Gi'],
        ['m7g.2xlarge', '8', '32Gi'],
      ]),
    ],
    regions: regions({
      'eu-central-1': ['a', 'b', 'c'],
      'eu-west-1': ['a', 'b', 'c'],
      'us-east-1': ['a', 'b', 'c'],
      'us-west-2': ['a', 'b', 'c'],
      'ap-south-1': ['a', 'b', 'c'],
    }),
    volumeTypes: [
      { name: 'gp3', class: 'standard', usable: true },
      { name: 'io1', class: 'premium', usable: true },
    ],
  })
}

/**
 * azure: written in the newer form, with stages planned ahead. 1.36.2 becomes supported in 18 days, 1.37.0 is announced.
 * suse-chost has reached its end of life: strategy major, and no version is left to move to.
 */
export function azureProfile(at: DemoCalendar): DemoManifest {
  return cloudProfile(at, 'azure', {
    kubernetes: {
      versions: [
        staged(at, '1.37.0', { preview: 30, supported: 120 }),
        staged(at, '1.36.2', { preview: -25, supported: 18, deprecated: 310, expired: 430 }),
        staged(at, '1.35.4', { preview: -160, supported: -120, deprecated: 200, expired: 330 }),
        staged(at, '1.35.2', { preview: -230, supported: -190, deprecated: -120, expired: 26 }),
        staged(at, '1.34.7', { preview: -90, supported: -62, deprecated: 130, expired: 250 }),
        staged(at, '1.34.5', { preview: -270, supported: -230, deprecated: -62, expired: 12 }),
        staged(at, '1.33.11', { supported: -110, deprecated: 20, expired: 125 }),
        staged(at, '1.33.10', { supported: -210, deprecated: -110, expired: 35 }),
        staged(at, '1.32.13', { supported: -240, deprecated: -60, expired: 48 }),
        staged(at, '1.31.14', { supported: -390, deprecated: -180, expired: -45 }),
      ],
    },
    machineImages: [
      {
        name: 'gardenlinux',
        updateStrategy: 'minor',
        versions: [
          image(staged(at, '2150.1.0', { preview: 14, supported: 60 }), {
            kubeletVersionConstraint: '>= 1.33',
            ...inPlaceFrom('1877.4.0'),
          }),
          image(staged(at, '1877.9.0', { preview: -30, supported: -3 }), inPlaceFrom('1877.3.0')),
          image(staged(at, '1877.4.0', { supported: -95, deprecated: -3, expired: 71 }), inPlaceFrom('1592.15.0')),
          image(staged(at, '1592.18.0', { supported: -200, deprecated: -95, expired: 11 })),
        ],
      },
      {
        name: 'suse-chost',
        updateStrategy: 'major',
        versions: [
          image(staged(at, '15.6.20260930', { supported: -52, deprecated: -40, expired: -8 }), {
            architectures: ['amd64'],
          }),
          image(staged(at, '15.5.20260210', { supported: -284, deprecated: -160, expired: -8 }), {
            architectures: ['amd64'],
          }),
        ],
      },
      {
        name: 'ubuntu',
        updateStrategy: 'major',
        versions: [
          image(staged(at, '24.4.20261012', { supported: -35, deprecated: 240 })),
          image(staged(at, '24.4.20260714', { supported: -120, deprecated: -35, expired: 52 })),
        ],
      },
    ],
    machineTypes: [
      ...machines('amd64', [
        ['Standard_D2s_v5', '2', '8Gi'],
        ['Standard_D4s_v5', '4', '16Gi'],
        ['Standard_D8s_v5', '8', '32Gi'],
        ['Standard_E8s_v5', '8', '64Gi'],
        ['Standard_NC6s_v3', '6', '112Gi', '1'],
      ]),
      ...machines('arm64', [['Standard_D4ps_v5', '4', '16Gi']]),
    ],
    regions: regions({
      westeurope: ['-1', '-2', '-3'],
      germanywestcentral: ['-1', '-2', '-3'],
      eastus2: ['-1', '-2', '-3'],
      centralindia: ['-1', '-2', '-3'],
    }),
    volumeTypes: [
      { name: 'StandardSSD_LRS', class: 'standard', usable: true },
      { name: 'Premium_LRS', class: 'premium', usable: true },
    ],
  })
}

/**
 * gcp: an operator took 1.32 off the list too early. Clusters on 1.31 have no next minor: they fail every night until a
 * 1.32 is back. 1.34.4 ends in three days. suse-chost fails one day, when the last version with the patch strategy ends.
 */
export function gcpProfile(at: DemoCalendar): DemoManifest {
  return cloudProfile(at, 'gcp', {
    kubernetes: {
      versions: [
        classified(at, '1.36.2', 'preview'),
        classified(at, '1.35.4', 'supported'),
        classified(at, '1.35.1', 'deprecated', 100),
        classified(at, '1.34.7', 'supported', 230),
        classified(at, '1.34.4', 'deprecated', 3),
        classified(at, '1.33.11', 'supported', 150),
        classified(at, '1.33.8', 'deprecated', 45),
        classified(at, '1.31.14', 'deprecated', -12),
      ],
    },
    machineImages: [
      {
        name: 'gardenlinux',
        updateStrategy: 'major',
        versions: [
          image(classified(at, '2150.1.0', 'preview'), {
            kubeletVersionConstraint: '>= 1.33',
            ...inPlaceFrom('1877.4.0'),
          }),
          image(classified(at, '1877.9.0', 'supported'), inPlaceFrom('1877.3.0')),
          image(classified(at, '1877.4.0', 'deprecated', 9), inPlaceFrom('1592.15.0')),
          image(classified(at, '1592.18.0', 'deprecated', 33)),
        ],
      },
      {
        name: 'suse-chost',
        updateStrategy: 'patch',
        versions: [
          image(classified(at, '15.6.20260930', 'supported', 158), { architectures: ['amd64'] }),
          image(classified(at, '15.5.20250901', 'deprecated', 50), { architectures: ['amd64'] }),
        ],
      },
      {
        name: 'ubuntu',
        updateStrategy: 'minor',
        versions: [
          image(classified(at, '24.4.20261012', 'supported')),
          image(classified(at, '24.4.20260714', 'deprecated', 64)),
        ],
      },
    ],
    machineTypes: [
      ...machines('amd64', [
        ['n2-standard-2', '2', '8Gi'],
        ['n2-standard-4', '4', '16Gi'],
        ['n2-standard-8', '8', '32Gi'],
        ['n2-highmem-8', '8', '64Gi'],
      ]),
      ...machines('arm64', [['t2a-standard-4', '4', '16Gi']]),
    ],
    regions: regions({
      'europe-west3': ['-a', '-b', '-c'],
      'europe-west1': ['-b', '-c', '-d'],
      'us-west1': ['-a', '-b', '-c'],
      'asia-south1': ['-a', '-b', '-c'],
    }),
    volumeTypes: [
      { name: 'pd-balanced', class: 'standard', usable: true },
      { name: 'pd-ssd', class: 'premium', usable: true },
    ],
  })
}

/**
 * openstack: 1.31 and 1.32 end at the same moment, so that clusters on 1.31 are forced over two minors on consecutive days.
 * 1.33.9 ended this morning. ubuntu reaches its end of life in twelve days. Machines are described by capabilities.
 */
export function openstackProfile(at: DemoCalendar): DemoManifest {
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
function flavored(version: DemoVersion, architectures: readonly string[], ...hypervisors: string[]): DemoVersion {
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

/** payments bought itself more time for 1.32, and brings an image of its own. */
export function awsExtended(at: DemoCalendar): DemoManifest {
  return namespaced(at, 'garden-payments', 'aws-extended', 'aws', {
    kubernetes: { versions: [{ version: '1.32.13', expirationDate: at.day(110) }] },
    machineImages: [
      {
        name: 'acme-linux',
        updateStrategy: 'minor',
        versions: [
          image(classified(at, '3.2.1', 'supported'), { architectures: ['amd64'] }),
          image(classified(at, '3.1.0', 'deprecated', 44), { architectures: ['amd64'] }),
        ],
      },
    ],
  })
}

/** data needs machines with graphics processors, and stays on one major of gardenlinux. */
export function gcpMachineLearning(at: DemoCalendar): DemoManifest {
  return namespaced(at, 'garden-data', 'gcp-machine-learning-europe', 'gcp', {
    kubernetes: { versions: [{ version: '1.34.4', expirationDate: at.day(45) }] },
    machineImages: [
      {
        name: 'gardenlinux',
        updateStrategy: 'minor',
        versions: [{ version: '1592.18.0', expirationDate: at.day(90) }],
      },
    ],
    machineTypes: machines('amd64', [['a2-highgpu-1g', '12', '85Gi', '1']]),
  })
}

function namespaced(
  at: DemoCalendar,
  namespace: string,
  name: string,
  parent: string,
  spec: Record<string, unknown>,
): DemoManifest {
  return {
    apiVersion: 'core.gardener.cloud/v1beta1',
    kind: 'NamespacedCloudProfile',
    metadata: { name, namespace, creationTimestamp: at.day(-204, '10:42:05') },
    spec: { parent: { kind: 'CloudProfile', name: parent }, ...spec },
  }
}
