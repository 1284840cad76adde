import type { Manifest } from '../api-objects'
import type { Calendar } from '../calendar'
import { classified, cloudProfile, image, inPlaceFrom, machines, regions } from './parts'

/**
 * gcp: somebody took 1.32 off the list too early. Clusters on 1.31 have no next minor: they fail every night until a 1.32
 * is back. 1.34.4 ends in three days. suse-chost fails one day, when the last version with the patch strategy ends.
 */
export function gcpProfile(at: Calendar): Manifest {
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
