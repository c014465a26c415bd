package kernel

import (
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"testing"
	"unsafe"
)

// TestBatchLayout compares struct batch with what the generator of the assembly
// thinks of it.
func TestBatchLayout(t *testing.T) {
	var b batch
	for name, want := range map[string]uintptr{
		"blockSize": blockSize,
		"maxBlocks": maxBlocks,
		"maxLines":  maxLines,
		"maxFound":  maxFound,
		"history":   history,
		"lanes":     lanes,
		"want":      unsafe.Offsetof(b.want),
		"skip":      unsafe.Offsetof(b.skip),
		"least":     unsafe.Offsetof(b.least),
		"span":      unsafe.Offsetof(b.span),
		"origin":    unsafe.Offsetof(b.origin),
		"base":      unsafe.Offsetof(b.base),
		"gone":      unsafe.Offsetof(b.gone),
		"open":      unsafe.Offsetof(b.open),
		"total":     unsafe.Offsetof(b.total),
		"blocks":    unsafe.Offsetof(b.blocks),
		"lines":     unsafe.Offsetof(b.lines),
		"found":     unsafe.Offsetof(b.found),
		"tabs":      unsafe.Offsetof(b.tabs),
		"now":       unsafe.Offsetof(b.tabs) + unsafe.Sizeof(b.tabs[0])*history,
		"sums":      unsafe.Offsetof(b.sums),
		"ends":      unsafe.Offsetof(b.ends),
		"which":     unsafe.Offsetof(b.which),
		"starts":    unsafe.Offsetof(b.starts),
		"stops":     unsafe.Offsetof(b.stops),
		"windows":   unsafe.Offsetof(b.windows),
	} {
		if got := generatorConstant(t, name); got != int64(want) {
			t.Errorf("%s is %d for the generator, and in truth %d", name, got, want)
		}
	}
}

// generatorConstant evaluates a constant of asm/main.go.
func generatorConstant(t *testing.T, name string) int64 {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "asm/main.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	conf := types.Config{Error: func(error) {}} // what it imports is not there
	pkg, _ := conf.Check("asm", fset, []*ast.File{file}, nil)
	c, ok := pkg.Scope().Lookup(name).(*types.Const)
	if !ok {
		t.Fatalf("asm/main.go has no constant %s", name)
	}
	v, _ := constant.Int64Val(c.Val())
	return v
}
