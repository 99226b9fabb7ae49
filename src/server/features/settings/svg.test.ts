import { describe, expect, it } from 'vitest';

import { cleanSvg } from './svg';

const wrapped = (inside: string, attributes = 'viewBox="0 0 120 40"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`;
const path = '<path d="M0 0h9v9z" fill="#b4471a"/>';

describe('cleaning an SVG logo', () => {
  it('keeps the drawing, and has the size of its viewBox', () => {
    const drawing = `<defs><linearGradient id="a"><stop offset="0" stop-color="red"/></linearGradient></defs><g transform="scale(2)"><path d="M0 0h9v9z" fill="url(#a)"/></g><text x="1" y="2">Löwe &amp; Co</text>`;
    expect(cleanSvg(wrapped(drawing))).toEqual({
      text: wrapped(drawing, 'viewBox="0 0 120 40"'),
      width: 120,
      height: 40,
    });
  });

  it('rejects too many repetitions', () => {
    const level = (n: number) => `<g id="l${n}">${`<use href="#l${n - 1}"/>`.repeat(10)}</g>`;
    const bomb = (levels: number) =>
      wrapped(
        `<defs><path id="l0" d="M0 0h9"/>${Array.from({ length: levels }, (_, n) => level(n + 1)).join('')}</defs><use href="#l${levels}"/>`,
      );
    expect(cleanSvg(bomb(2)).text).toContain('<use');
    expect(() => cleanSvg(bomb(10))).toThrow('drawn too many times');
    const itself = '<g id="a"><use href="#a"/><path d="M0 0h9"/></g>';
    expect(() => cleanSvg(wrapped(itself))).toThrow('drawn too many times');
  });

  const nested = (level: (n: number) => string, last: string) =>
    wrapped(Array.from({ length: 9 }, (_, n) => level(n)).join('') + last);
  const ten = (attribute: string) => `<rect width="9" height="9" ${attribute}/>`.repeat(10);

  it.each([
    [
      'patterns',
      nested(
        (n) => `<pattern id="p${n}">${ten(`fill="url(#p${n - 1})"`)}</pattern>`,
        '<rect width="9" height="9" fill="url(#p8)"/>',
      ),
    ],
    [
      'style patterns',
      nested(
        (n) => `<pattern id="p${n}">${ten(`style="x:1;stroke: url('#p${n - 1}')"`)}</pattern>`,
        '<rect width="9" height="9" fill="url(#p8)"/>',
      ),
    ],
    [
      'class patterns',
      nested(
        (n) =>
          `<style>.a, .c${n} {fill:url(#p${n})}</style><pattern id="p${n}">${ten(`class="c${n - 1}"`)}</pattern>`,
        '<rect width="9" height="9" class="b c8"/>',
      ),
    ],
    [
      'group patterns',
      nested(
        (n) => `<pattern id="p${n}"><g fill="url(#p${n - 1})">${ten('')}</g></pattern>`,
        '<rect width="9" height="9" fill="url(#p8)"/>',
      ),
    ],
    [
      'masks',
      nested(
        (n) => `<mask id="p${n}">${ten(`mask="url(#p${n - 1})"`)}</mask>`,
        '<rect width="9" height="9" mask="url(#p8)"/>',
      ),
    ],
    [
      'clips',
      nested(
        (n) => `<clipPath id="p${n}">${ten(`clip-path="url(#p${n - 1})"`)}</clipPath>`,
        '<rect width="9" height="9" clip-path="url(#p8)"/>',
      ),
    ],
  ])('rejects too many nested %s', (_, text) => {
    expect(() => cleanSvg(text)).toThrow('drawn too many times');
  });

  it('rejects two elements with the same id, because renderers use the first', () => {
    const twice = '<g id="a"><use href="#b"/></g><g id="a"/>';
    expect(() => cleanSvg(wrapped(twice + path))).toThrow('two of its parts have the id “a”');
  });

  it('accepts a clip, and gradients, for hundreds of shapes', () => {
    const shapes = '<path class="c" d="M0 0h9" fill="url(#g)"/>'.repeat(900);
    const text = `<style>.c{clip-path:url(#k)}</style><defs><linearGradient id="g"><stop/></linearGradient><clipPath id="k"><rect width="9"/></clipPath></defs><g clip-path="url(#k)">${shapes}</g>`;
    expect(cleanSvg(wrapped(text)).text).toContain('url(#k)');
  });

  it.each([
    ['a set of images', `<rect fill='image-set("https://evil.example/x" 1x)' width="9"/>`],
    ['a space before the bracket', '<rect fill="url (https://evil.example/x)" width="9"/>'],
    ['a comment within a name', '<style>.a{fill:u/**/rl(https://evil.example/x)}</style>'],
  ])('removes URLs in %s', (_, inside) => {
    expect(cleanSvg(wrapped(inside + path)).text).not.toContain('evil');
  });

  it('keeps the styles that drawing programs write', () => {
    const styled = `<style>.cls-1{fill:#fff}</style><path class="cls-1" d="M0 0h9"/>`;
    expect(
      cleanSvg(
        `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd">\n<!-- made by hand -->${wrapped(styled)}`,
      ).text,
    ).toBe(wrapped(styled));
  });

  it.each([
    ['a script', '<script>alert(1)</script>', /script|alert/],
    [
      'a script with a prefix',
      '<svg:script xmlns:svg="http://www.w3.org/2000/svg">alert(1)</svg:script>',
      /script|alert/,
    ],
    ['an event handler', '<rect onload="alert(1)" width="9" height="9"/>', /onload|alert/],
    [
      'an event handler in capitals',
      '<rect OnClick="alert(1)" width="9" height="9"/>',
      /click|alert/i,
    ],
    [
      'markup of another namespace',
      '<foreignObject><iframe src="//evil.example"/></foreignObject>',
      /iframe|evil/,
    ],
    ['a link', '<a href="javascript:alert(1)"><text>go</text></a>', /javascript|href/],
    ['a drawing of another site', '<use href="https://evil.example/x.svg#a"/>', /evil/],
    [
      'a drawing of another site by its old name',
      '<use xlink:href="//evil.example/x.svg#a"/>',
      /evil/,
    ],
    ['a picture', '<image href="https://evil.example/pixel.png"/>', /evil/],
    ['a fill from another site', '<rect fill="url(https://evil.example/x#a)" width="9"/>', /evil/],
    [
      'a style from another site',
      '<style>@import url("https://evil.example/x.css");</style>',
      /evil/,
    ],
    [
      'an escaped style from another site',
      '<style>@im\\70ort "https://evil.example";</style>',
      /evil/,
    ],
    [
      'an animation that sets a link',
      '<set attributeName="href" to="javascript:alert(1)"/>',
      /set|javascript/,
    ],
    ['a handler hidden in an entity', '<rect o&#110;load="alert(1)"/>', /alert/],
    [
      'text that ends its element',
      '<title>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;</title>',
      /<script/,
    ],
  ])('removes %s', (_, hostile, trace) => {
    let text = '';
    try {
      ({ text } = cleanSvg(wrapped(hostile + path)));
    } catch (error) {
      // The picture is rejected as a whole.
      expect((error as Error).message).toMatch(/^This SVG cannot be used/);
      return;
    }
    expect(text).not.toMatch(trace);
    expect(text).toContain('M0 0h9v9z');
  });

  it.each([
    ['is not an SVG', '<html><body/></html>', 'it is not a drawing in SVG'],
    ['is not markup', 'hello', 'it is not a drawing in SVG'],
    ['draws nothing', wrapped('<g/>'), 'nothing in it can be drawn'],
    ['has no size', `<svg>${path}</svg>`, 'it says neither its size nor a viewBox'],
    [
      'declares entities',
      `<!DOCTYPE svg [<!ENTITY a "aaaa">]>${wrapped(path)}`,
      'it declares entities',
    ],
    ['has too many parts', wrapped(path.repeat(6000)), 'it has too many parts'],
    [
      'is nested too deeply',
      wrapped(`${'<g>'.repeat(90)}${path}${'</g>'.repeat(90)}`),
      'it has too many parts',
    ],
  ])('rejects an SVG that %s', (_, text, reason) => {
    expect(() => cleanSvg(text)).toThrow(`This SVG cannot be used: ${reason}`);
  });
});
