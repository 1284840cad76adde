import { UnknownShoot } from '@/components/shoots/one/unknown-shoot'

export default function ShootNotFound() {
  return <UnknownShoot />
}
