import { UnknownProfile } from '@/components/ui/unknown-profile'

export default function NotFound() {
  return <UnknownProfile />
}
