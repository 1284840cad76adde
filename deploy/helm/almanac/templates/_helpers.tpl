{{/* The name of everything: the release's, which says almanac in any case. */}}
{{- define "almanac.name" -}}
{{- if contains "almanac" .Release.Name }}{{ .Release.Name | trunc 52 | trimSuffix "-" }}
{{- else }}{{ printf "%s-almanac" (.Release.Name | trunc 44) }}
{{- end }}
{{- end }}

{{- define "almanac.selector" -}}
app.kubernetes.io/name: almanac
app.kubernetes.io/instance: {{ .Release.Name | quote }}
{{- end }}

{{- define "almanac.labels" -}}
{{ include "almanac.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "almanac.metadata" -}}
name: {{ include "almanac.name" . }}
namespace: {{ .Release.Namespace | quote }}
labels:
  {{- include "almanac.labels" . | nindent 2 }}
{{- end }}

{{/* The secret with SESSION_SECRET and FEED_SECRET. */}}
{{- define "almanac.keys" -}}
{{ .Values.keys.secret | default (printf "%s-keys" (include "almanac.name" .)) }}
{{- end }}

{{- define "almanac.image" -}}
{{- with .Values.image -}}
{{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}
{{- end }}
{{- end }}

{{- define "almanac.isInCluster" -}}
{{ if not .Values.garden.kubeconfig.secret }}true{{ end }}
{{- end }}

{{/*
What no schema can say, as it is about several values at once. Each ends with what to do about it.
*/}}
{{- define "almanac.check" -}}
{{- $auth := .Values.auth }}
{{- if and (gt (int .Values.replicas) 1) (not .Values.database.secret) }}
{{- fail "replicas: more than one needs a database that they share: name the secret with its address in database.secret, or set replicas to 1." }}
{{- end }}
{{- if and (gt (int .Values.replicas) 1) .Values.persistence.enabled }}
{{- fail "persistence.enabled: a volume belongs to one pod: set replicas to 1, or leave the volume out, as database.secret keeps everything." }}
{{- end }}
{{- if and .Values.garden.token.secret (not .Values.garden.kubeconfig.secret) }}
{{- fail "garden.token.secret: a token belongs to a kubeconfig that names its file: name the secret with that one in garden.kubeconfig.secret." }}
{{- end }}
{{- if and (eq $auth.mode "oidc") (not (and $auth.oidc.issuer $auth.oidc.clientID)) }}
{{- fail "auth.mode: oidc needs auth.oidc.issuer and auth.oidc.clientID." }}
{{- end }}
{{- if and (eq $auth.mode "proxy") (not .Values.trustedProxies) }}
{{- fail "auth.mode: proxy takes the token from a proxy that is trusted: name its addresses in trustedProxies." }}
{{- end }}
{{- if and .Values.route.enabled (not .Values.route.parentRefs) }}
{{- fail "route.enabled: a route hangs on a Gateway: name it in route.parentRefs." }}
{{- end }}
{{- if and .Values.ingress.tlsSecret (not .Values.ingress.host) }}
{{- fail "ingress.tlsSecret: a certificate is for a name: give it in ingress.host." }}
{{- end }}
{{- range $range := splitList "," .Values.freeze }}
{{- $days := list }}
{{- range splitList ".." $range }}{{ with trim . }}{{ $days = append $days . }}{{ end }}{{ end }}
{{- range $day := $days }}
{{- if ne $day (date "2006-01-02" (toDate "2006-01-02" $day)) }}
{{- fail (printf "freeze: there is no day %s." $day) }}
{{- end }}
{{- end }}
{{- with $days }}
{{- if lt (last .) (first .) }}
{{- fail (printf "freeze: %s ends before it begins." (trim $range)) }}
{{- end }}
{{- $seconds := sub (unixEpoch (toDate "2006-01-02" (last .))) (unixEpoch (toDate "2006-01-02" (first .))) }}
{{- if ge (div (add $seconds 43200) 86400) 366 }}
{{- fail (printf "freeze: %s is longer than a year." (trim $range)) }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}
