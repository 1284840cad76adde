import type { Manifest } from '../api-objects'
import type { Calendar } from '../calendar'
import { classified, image, machines } from './parts'

/** payments bought itself more time for 1.32, and brings an image of its own. */
export function awsExtended(at: Calendar): Manifest {
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
export function gcpMachineLearning(at: Calendar): Manifest {
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
  at: Calendar,
  namespace: string,
  name: string,
  parent: string,
  spec: Record<string, unknown>,
): Manifest {
  return {
    apiVersion: 'core.gardener.cloud/v1beta1',
    kind: 'NamespacedCloudProfile',
    metadata: { name, namespace, creationTimestamp: at.day(-204, '10:42:05') },
    spec: { parent: { kind: 'CloudProfile', name: parent }, ...spec },
  }
}
