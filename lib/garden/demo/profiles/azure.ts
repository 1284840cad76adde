import type { Manifest } from '../api-objects'
import type { Calendar } from '../calendar'
import { cloudProfile, image, inPlaceFrom, machines, regions, staged } from './parts'

/**
 * azure: written in the newer form, with stages planned ahead. 1.36.2 becomes supported in 18 days, 1.37.0 is announced.
 * suse-chost has reached its end of life: strategy major, and no version is left to move to.
 */
export function azureProfile(at: Calendar): Manifest {
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
