import { UnknownShoot } from '@/components/cluster/unknown-shoot'

export default function ShootNotFound() {
  return <UnknownShoot />
}
