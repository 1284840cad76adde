import { UnknownOfProfile } from '@/components/profiles/unknown'

export default function NotFound() {
  return <UnknownOfProfile />
}
