import { NotFound } from '@/components/ui/not-found'

export default function NotFoundPage() {
  return (
    <NotFound
      title="There is no such page"
      text="The address may be mistyped, or what it was about is gone."
      back={{ href: '/', text: 'Overview' }}
    />
  )
}
