import { z } from 'zod'
import type { Route } from '@/lib/contract/route'
import { notFound } from '@/lib/contract/route'

export const eventsRoute = {
  name: 'GET /api/events',
  summary: 'A stream that tells when something changed',
  answer: 'text/event-stream',
  refusals: ['not-ready', 'too-many'],
} as const satisfies Route

export const openapiRoute = {
  name: 'GET /api/openapi.json',
  isOpen: true,
  summary: 'These routes, described for programs',
  answer: z.record(z.string(), z.unknown()),
} as const satisfies Route

export const healthRoute = {
  name: 'GET /healthz',
  isOpen: true,
  summary: 'Whether the process is up',
  answer: 'text/plain',
} as const satisfies Route

export const readyRoute = {
  name: 'GET /readyz',
  isOpen: true,
  summary: 'Whether there is something to show, and which resource is not read or not followed',
  answer: 'text/plain',
  refusals: ['not-ready'],
} as const satisfies Route

export const metricsRoute = {
  name: 'GET /metrics',
  isOpen: true,
  summary: 'Figures of the landscape and of the process for Prometheus',
  answer: 'text/plain',
  refusals: notFound,
} as const satisfies Route
