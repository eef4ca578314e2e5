import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

// Served by this installation, not by the CDN of the library.
prepareZXingModule({
  overrides: {
    locateFile: (file: string, folder: string) => (file.endsWith('.wasm') ? wasmUrl : folder + file),
  },
})

let detector: BarcodeDetector | undefined

/** The texts of the QR codes and barcodes in a picture. The first call fetches the decoder. */
export async function readCodes(picture: HTMLVideoElement): Promise<string[]> {
  detector ??= new BarcodeDetector()
  const found = await detector.detect(picture)
  return found.map(({ rawValue }) => rawValue).filter((text) => text.trim() !== '')
}
