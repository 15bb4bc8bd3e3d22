/** A QR code as a picture with a text. qr.server.ts computes the path on the server; the browser only draws it. */
export type QrPath = { path: string; size: number }

export const Qr = ({ qr, label }: { qr: QrPath; label: string }) => (
  <svg
    className="qr"
    viewBox={`0 0 ${qr.size} ${qr.size}`}
    width="192"
    height="192"
    role="img"
    aria-label={label}
    shapeRendering="crispEdges"
  >
    <path d={qr.path} fill="currentColor" />
  </svg>
)
