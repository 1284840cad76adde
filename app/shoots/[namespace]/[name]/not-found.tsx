import { UnknownShoot } from '@/components/cluster/shoot-frame'

export default function ShootNotFound() {
  return <UnknownShoot />
}
