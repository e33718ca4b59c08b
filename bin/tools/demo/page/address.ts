/** Of what the demonstration's server answers: this script is `/demo/demo.js`, below any path. */
export function address(path: `/demo/${string}`): string {
  return new URL(`..${path}`, import.meta.url).href
}
