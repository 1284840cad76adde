export const PAGE = '/shoots/garden-payments/checkout-prod/plan?at=2026-11-21T18:00:00Z'
