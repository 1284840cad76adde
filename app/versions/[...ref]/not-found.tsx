import { UnknownVersion } from '@/components/version/unknown-version'

export default function NotFound() {
  return <UnknownVersion />
}
