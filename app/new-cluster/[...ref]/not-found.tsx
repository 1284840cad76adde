import { UnknownNewCluster } from '@/components/new-cluster'

export default function NotFound() {
  return <UnknownNewCluster />
}
