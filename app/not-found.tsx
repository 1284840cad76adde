import { MissingPage } from '@/components/ui/not-found'

export default function NotFoundPage() {
  return (
    <MissingPage
      title="There is no such page"
      text="The address may be mistyped, or what it was about is gone."
      back={{ href: '/', text: 'Overview' }}
    />
  )
}
