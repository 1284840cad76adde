import { UnknownVersion } from '@/components/version/unknown-version'

export default function VersionNotFound() {
  return <UnknownVersion />
}
