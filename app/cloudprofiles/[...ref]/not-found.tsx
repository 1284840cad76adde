import { UnknownProfile } from '@/components/cloudprofiles'

export default function NotFound() {
  return <UnknownProfile />
}
