package configs

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
	"go.yaml.in/yaml/v4/plugin/loaderlimits"
)

const (
	bytesMost = 1_000_000 // of a scenario file
	depthMost = 100       // maps and lists inside each other
)

// parse reads YAML (and so JSON) into a tree. file names it in messages; in a
// setting nodes have no place of their own. A nil tree comes with problems; a
// tree may, too.
func parse(file string, data []byte, setting bool) (*node, Problems) {
	p := &parser{file: file, setting: setting, aliases: map[string]bool{}}
	data, ok := p.readable(data)
	if !ok {
		return nil, p.problems
	}
	loader, err := yaml.NewLoader(bytes.NewReader(data), yaml.WithUniqueKeys(false),
		yaml.WithPlugin(loaderlimits.New(loaderlimits.DepthValue(depthMost))))
	if err != nil {
		p.add(1, 1, err.Error(), "")
		return nil, p.problems
	}
	var document, second yaml.Node
	switch err := loader.Load(&document); {
	case err == io.EOF || err == nil && len(document.Content) == 0:
		p.add(1, 1, "the file is empty", "a scenario begins with polemos: 1; polemos new writes one to start from")
		return nil, p.problems
	case err != nil:
		p.syntax(err, data)
		return nil, p.problems
	}
	switch err := loader.Load(&second); {
	case err == nil:
		p.add(max(second.Line, 1), 1, "a second document begins", "one scenario a file: take the line with --- out")
		return nil, p.problems
	case err != io.EOF:
		p.syntax(err, data)
		return nil, p.problems
	}
	return p.tree(document.Content[0]), p.problems
}

type parser struct {
	file     string
	setting  bool
	problems Problems
	aliases  map[string]bool // reported: each name once, however many a bomb has
}

func (p *parser) add(line, col int, msg, hint string) {
	if p.setting {
		line, col = 0, 0
	}
	p.problems = append(p.problems, Problem{File: p.file, Line: line, Col: col, Msg: msg, Hint: hint})
}

// readable refuses what is no text, with a place the YAML library has not, and
// takes off the byte-order mark.
func (p *parser) readable(data []byte) ([]byte, bool) {
	if len(data) > bytesMost {
		p.add(1, 1, "the file is larger than 1 MB", "a scenario has a few thousand bytes: is this the right file?")
		return nil, false
	}
	if bytes.HasPrefix(data, []byte("\xff\xfe\x00\x00")) || bytes.HasPrefix(data, []byte("\x00\x00\xfe\xff")) {
		p.add(1, 1, "the file is UTF-32", "save it as UTF-8")
		return nil, false
	}
	if bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) {
		p.add(1, 1, "the file is UTF-16", "save it as UTF-8")
		return nil, false
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	line, col := 1, 1
	for rest := data; len(rest) > 0; {
		r, size := utf8.DecodeRune(rest)
		switch {
		case r == utf8.RuneError && size == 1:
			p.add(line, col, fmt.Sprintf("the byte 0x%02x is not UTF-8", rest[0]), "save the file as UTF-8")
			return nil, false
		case r == 0:
			p.add(line, col, "a NUL character", "a scenario is a text: is this the right file?")
			return nil, false
		case unicode.IsControl(r) && !strings.ContainsRune("\t\n\r\u0085", r), r == 0xfffe, r == 0xffff:
			p.add(line, col, fmt.Sprintf("the character %U, which nobody can see", r), "take it out")
			return nil, false
		case r == '\n':
			line, col = line+1, 0
		}
		col++
		rest = rest[size:]
	}
	return data, true
}

// syntax spells an error of the YAML library. Where it has two places, the
// earlier line is where the mistake is.
func (p *parser) syntax(err error, data []byte) {
	load, ok := errors.AsType[*yaml.LoadError](err)
	if !ok {
		p.add(1, 1, strings.TrimPrefix(err.Error(), "yaml: "), "")
		return
	}
	at := load.Mark
	if load.ContextMark.Line > 0 && load.ContextMark.Line < at.Line {
		at = load.ContextMark
	}
	lines := strings.Split(string(data), "\n")
	for i := max(at.Line, 1) - 1; i < min(load.Mark.Line, len(lines)); i++ {
		indent := lines[i][:len(lines[i])-len(strings.TrimLeft(lines[i], " \t"))]
		if tab := strings.IndexByte(indent, '\t'); tab >= 0 {
			p.add(i+1, tab+1, "a tab in the indentation", "indent with spaces")
			return
		}
	}
	msg, hint := load.Message, ""
	if load.ContextMsg != "" {
		msg = load.ContextMsg + ": " + msg
	}
	switch {
	case strings.Contains(msg, "max depth"):
		msg, hint = fmt.Sprintf("maps and lists lie more than %d deep", depthMost), "a scenario needs no more than 8"
	case strings.Contains(msg, "unknown anchor"):
		msg, hint = "an alias (*)", "write the value out; a text that begins with * needs quotes"
	case strings.Contains(msg, "could not find expected ':'"):
		msg, hint = "there is no colon after this key", "a key, a colon, a space, the value"
	case strings.Contains(msg, "did not find expected ',' or"):
		msg, hint = "this bracket is not closed", "or a comma is missing inside it"
	case strings.Contains(msg, "while scanning a quoted scalar: found unexpected end"):
		msg, hint = "this quotation mark has no partner", ""
	case strings.Contains(msg, "mapping values are not allowed"):
		hint = "a text with a colon and a space in it needs quotes; keys of one map stand under each other"
	}
	p.add(max(at.Line, 1), max(at.Column, 1), msg, hint)
}

// tree copies the library's tree and refuses what a scenario has no use for.
func (p *parser) tree(y *yaml.Node) *node {
	n := &node{file: p.file, line: y.Line, col: y.Column}
	if p.setting {
		n.line, n.col = 0, 0
	}
	refuse := func(msg, hint string) { p.add(y.Line, y.Column, msg, hint) }
	switch {
	case y.Anchor != "":
		refuse("an anchor (&"+y.Anchor+")", "write the value out where it is needed; a text that begins with & needs quotes")
	case y.Style&yaml.TaggedStyle != 0:
		refuse("a tag ("+y.Tag+")", "leave it out; a text that begins with ! needs quotes")
	}
	switch y.Kind {
	case yaml.AliasNode:
		n.broken = true
		if p.aliases[y.Value] {
			return n
		}
		p.aliases[y.Value] = true
		refuse("an alias (*"+y.Value+")", "write the value out; a text that begins with * needs quotes")
	case yaml.ScalarNode:
		n.text = y.Value
		n.quoted = y.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) != 0
	case yaml.SequenceNode:
		n.kind = list
		for _, c := range y.Content {
			n.values = append(n.values, p.tree(c))
		}
	case yaml.MappingNode:
		n.kind = mapping
		first := map[string]*node{}
		for i := 0; i+1 < len(y.Content); i += 2 {
			key := p.tree(y.Content[i])
			if y.Content[i].Kind == yaml.AliasNode {
				continue
			}
			if key.kind != scalar {
				p.add(key.line, key.col, key.describe()+" as a key", "a key is a word or a whole number")
				continue
			}
			if key.text == "<<" && !key.quoted {
				p.add(key.line, key.col, "a merge key (<<)", "write the keys out")
				continue
			}
			value := p.tree(y.Content[i+1])
			if before := first[key.text]; before != nil {
				msg := "the key " + key.text + " is given twice"
				if !p.setting {
					msg += fmt.Sprintf(", first in line %d", before.line)
				}
				p.add(key.line, key.col, msg, "keep one of them")
				continue
			}
			first[key.text] = key
			value.key = key
			n.keys, n.values = append(n.keys, key), append(n.values, value)
		}
	}
	return n
}
