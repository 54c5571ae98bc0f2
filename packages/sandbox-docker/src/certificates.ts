/** Where `caBundle` is mounted, read-only. */
export const certificatesFolder = "/run/trusted-certificates";
export const certificateName = "bundle.pem";
export const certificateFile: string = `${certificatesFolder}/${certificateName}`;

/** Variables by which Node, OpenSSL, Python, curl and pip are told of the file. */
export const certificateVariables = [
  "NODE_EXTRA_CA_CERTS",
  "SSL_CERT_FILE",
  "REQUESTS_CA_BUNDLE",
  "CURL_CA_BUNDLE",
  "PIP_CERT",
] as const;
