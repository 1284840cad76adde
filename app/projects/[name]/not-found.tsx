import { UnknownProject } from '@/components/project/unknown-project'

export default function ProjectNotFound() {
  return <UnknownProject />
}
