/** Text in place of JSON, for whoever asked for it. */
export class TextAnswer {
  readonly contentType: string;
  readonly text: string;

  constructor(contentType: string, text: string) {
    this.contentType = contentType;
    this.text = text;
  }
}
