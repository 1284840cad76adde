import { UnknownVersion } from '@/components/versions'

export default function NotFound() {
  return <UnknownVersion />
}
