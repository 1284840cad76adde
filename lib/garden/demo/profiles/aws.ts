import type { Manifest } from '../api-objects'
import type { Calendar } from '../calendar'
import { classified, cloudProfile, image, inPlaceFrom, machines, regions } from './parts'

/**
 * aws: the whole minor 1.32 ends in three weeks, with many clusters on it. Today 1.34.7 and gardenlinux 1877.9.0 were
 * promoted, so everyone on auto-update moves tonight. The last gardenlinux of 1592 does not run a kubelet from 1.33 on.
 */
export function awsProfile(at: Calendar): Manifest {
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
